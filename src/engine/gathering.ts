/** A wait that somebody can end before its time. */
export class Gathering {
  #end: () => void = () => undefined;

  wait(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(() => this.end(), ms);
      this.#end = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  end(): void {
    const end = this.#end;
    this.#end = () => undefined;
    end();
  }
}
