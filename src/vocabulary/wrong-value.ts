/** The value of a parameter cannot be used. `why` follows the name of the parameter, which the command line replaces by that of its option. */
export class WrongValue extends Error {
  override name = 'WrongValue';
  readonly parameter: string;
  readonly why: string;
  constructor(parameter: string, why: string) {
    super(`${parameter}: ${why}`);
    this.parameter = parameter;
    this.why = why;
  }
}
