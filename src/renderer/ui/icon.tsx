import type { LucideIcon } from 'lucide-react';

/** An icon beside a word or inside a named button, so it is never read out. Sizes in rem follow the zoom. */
export function Icon({ of: Glyph, size = 1 }: { readonly of: LucideIcon; readonly size?: number }) {
  return <Glyph aria-hidden="true" width={`${size}rem`} height={`${size}rem`} strokeWidth={1.75} />;
}
