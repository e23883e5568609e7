/** The media type with which an uploaded file is served. */
import type { SentFile } from '../../define/endpoint.ts';
import { limits } from '../../vocabulary/limits.ts';
import { typeOf, unknownType } from './file-type.ts';
import { pixelsOf } from './pixels.ts';

/** An image with too many pixels is served for download, so that no page decodes it. */
export async function servedType({ head, path, type: said }: SentFile): Promise<string> {
  const type = typeOf(head, said);
  if (!type.startsWith('image/')) return type;
  return (await pixelsOf(path, type)) > limits.shownPixelsMax ? unknownType : type;
}
