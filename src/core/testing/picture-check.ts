type Json = Readonly<Record<string, unknown>>;

const TYPES = ['image/jpeg', 'image/png', 'image/gif', 'image/webp'];
const DATA_URL = /^data:image\/(?:jpeg|png|gif|webp);base64,[A-Za-z0-9+/]+=*$/;

/** What Chat Completions would refuse about the content of a message; pictures are for users only. */
export function chatContentFault(role: string, content: unknown): string | null {
  if (!Array.isArray(content)) return null;
  const parts = content as readonly Json[];
  if (role !== 'user' && parts.some(({ type }) => type === 'image_url'))
    return `Image URLs are only allowed for messages with role 'user'.`;
  const wrong = parts.find(({ type, text, image_url: image }) => {
    if (type === 'text') return typeof text !== 'string' || text === '';
    return type !== 'image_url' || !isPictureUrl((image as Json | undefined)?.url);
  });
  return wrong ? `Invalid content part of type '${String(wrong.type)}'.` : null;
}

/** The same of parts of an item of the Responses API. */
export function responsesPartsFault(content: unknown): string | null {
  if (!Array.isArray(content)) return null;
  const wrong = (content as readonly Json[]).find(({ type, text, image_url: url }) => {
    if (type === 'input_text') return typeof text !== 'string';
    return type === 'input_image' && !isPictureUrl(url);
  });
  return wrong ? `Invalid content part of type '${String(wrong.type)}'.` : null;
}

/** The same of blocks of the Messages API, those inside results included. */
export function messagesBlocksFault(blocks: readonly Json[]): string | null {
  for (const block of blocks) {
    const source = block.source as Json | undefined;
    const isFit = source?.type === 'base64' && TYPES.includes(String(source.media_type)) && typeof source.data === 'string';
    if (block.type === 'image' && !isFit) return 'image.source: Input should be a valid base64 source';
    const inner = Array.isArray(block.content) ? messagesBlocksFault(block.content as readonly Json[]) : null;
    if (inner) return inner;
  }
  return null;
}

function isPictureUrl(url: unknown): boolean {
  return typeof url === 'string' && DATA_URL.test(url);
}
