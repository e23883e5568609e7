declare module '*.css';

/** Made by `vite.config.ts`: the characters of each emoji, and the names by which the server knows it. */
declare module 'virtual:emoji-names' {
  export const emoji: readonly (readonly [characters: string, ...names: string[]])[];
}
