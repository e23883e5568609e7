/**
 * A process that opens the file of the embedded log overwrites LMDB's number of the newest transaction with the one that it has just read.
 * If the service has committed in between, it builds its next transaction on an older one, and an acknowledged event is lost. Therefore
 * another process opens the file only while the service does not write (`docs/decisions/0033-who-opens-the-file-of-the-log.md`).
 */

/** Runs `open` while the process that has the log open for writing pauses. `isInUse`: whether there is such a process. */
export type WhilePaused = <T>(open: (isInUse: boolean) => Promise<T>) => Promise<T>;
