import { removeFile } from './numbered-file.ts';

/** Counts the readers of a file, so that the file is closed only after the last of them has ended. */
export type SharedFile<F> = {
  readonly file: F;
  hold(): void;
  release(): void;
  /** Resolves when there are no readers. */
  free(): Promise<void>;
};

export const sharedFile = <F>(file: F): SharedFile<F> => {
  let holders = 0;
  const waiting: (() => void)[] = [];
  return {
    file,
    hold() {
      holders += 1;
    },
    release() {
      holders -= 1;
      if (holders === 0) for (const resolve of waiting.splice(0)) resolve();
    },
    free: () =>
      new Promise((resolve) => {
        if (holders === 0) resolve();
        else waiting.push(resolve);
      }),
  };
};

/** Closes and removes a file once it has no readers. */
export const removeUnused = async (
  old: SharedFile<{ readonly path: string; close(): Promise<void> }>,
): Promise<void> => {
  await old.free();
  await old.file.close();
  await removeFile(old.file.path);
};
