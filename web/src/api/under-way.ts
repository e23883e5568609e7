import { signal } from '@preact/signals';

/** How many things are being done for which somebody may be waiting. */
export const underWay = signal(0);

export async function counted<T>(what: () => Promise<T>): Promise<T> {
  underWay.value = underWay.peek() + 1;
  try {
    return await what();
  } finally {
    underWay.value = underWay.peek() - 1;
  }
}
