/** A sentence in which `backticks` mark code, as problems and hints are written. */
export function Prose({ text }: { readonly text: string }) {
  const parts = text.split(/`([^`]+)`/);
  return (
    <>
      {parts.map((part, index) => (index % 2 === 1 ? <code key={`${part}:${parts.slice(0, index).join('').length}`}>{part}</code> : part))}
    </>
  );
}
