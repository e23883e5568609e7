/** A ratio: a figure of the product divided by the limit of the machine for the same work, and the floor that it must reach. */

/** One line of the table before it is measured. `higher`: the ratio must reach the floor; `lower`: it must stay below. */
export type Ratio = {
  /** Its number in docs/performance.md. Several lines may share one. */
  readonly id: number;
  readonly name: string;
  readonly what: string;
  readonly unit: string;
  readonly better: 'higher' | 'lower';
  readonly floor: number;
  readonly goal: number;
};

/** A ratio that is better if it is higher, or lower, with its floor and its goal. */
type Declare = (id: number, name: string, what: string, unit: string, floor: number, goal: number) => Ratio;

export const higher: Declare = (id, name, what, unit, floor, goal) => ({
  id,
  name,
  what,
  unit,
  better: 'higher',
  floor,
  goal,
});
export const lower: Declare = (id, name, what, unit, floor, goal) => ({
  id,
  name,
  what,
  unit,
  better: 'lower',
  floor,
  goal,
});

/** Medians over the rounds. `ratio` is the median of the rounds' ratios, not the ratio of the medians. */
export type Measured = {
  readonly name: string;
  readonly figure: number;
  readonly limit: number;
  readonly ratio: number;
};

/** One line of the JSON file. `holds`: false if the floor is missed. */
export type Line = Omit<Ratio, 'what' | 'better'> & Measured & { readonly holds: boolean };

/** Options of the command line. */
type Asked = {
  /** How many messages the larger data set has. */
  readonly growth: number;
};

/** Measures some ratios together, because they share a set-up. `say` reports progress. */
export type Suite = {
  readonly name: string;
  readonly ratios: readonly Ratio[];
  run(say: (progress: string) => void, asked: Asked): Promise<readonly Measured[]>;
};

export const reaches = (ratio: number, bound: number, better: Ratio['better']): boolean =>
  better === 'higher' ? ratio >= bound : ratio <= bound;

export const lineOf = ({ what: _, better, ...ratio }: Ratio, measured: Measured): Line => ({
  ...ratio,
  ...measured,
  holds: reaches(measured.ratio, ratio.floor, better),
});
