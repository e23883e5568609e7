/**
 * Settles as `done` does, but rejects with the signal's reason when it is aborted. A store that is out of reach must not keep the process
 * from stopping.
 */
export function unlessAborted(done: Promise<void>, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const abort = (): void => reject(signal.reason);
    if (signal.aborted) abort();
    signal.addEventListener('abort', abort, { once: true });
    done.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}
