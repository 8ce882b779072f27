import { Component, type ReactNode } from 'react';

export interface FallbackProps {
  /** Shown in place of the children once they could not be drawn. */
  readonly instead: ReactNode;
  readonly children: ReactNode;
}

/** Keeps a failure in drawing where it is: without one around it, React takes the whole page away. */
export class Fallback extends Component<FallbackProps, { readonly failed: boolean }> {
  static getDerivedStateFromError(): { readonly failed: boolean } {
    return { failed: true };
  }

  override state = { failed: false };

  override render(): ReactNode {
    return this.state.failed ? this.props.instead : this.props.children;
  }
}
