interface FactProps {
  readonly name: string;
  readonly value: string;
  /** A part of the one before. */
  readonly inner?: boolean;
}

/** A line of a table of the inspector. */
export function Fact({ name, value, inner = false }: FactProps) {
  return (
    <div data-inner={inner || undefined}>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  );
}
