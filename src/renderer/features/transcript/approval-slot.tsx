import type { ItemApproval } from '../../../shared/fold-types.ts';
import { useRenderApproval } from '../../hooks/slots.ts';

export function ApprovalSlot({ asked }: { readonly asked: ItemApproval }) {
  const render = useRenderApproval();
  return <>{render(asked)}</>;
}
