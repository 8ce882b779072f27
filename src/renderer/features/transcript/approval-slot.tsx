import type { AskingChild, ItemApproval } from '../../../shared/fold-types.ts';
import { useRenderApproval } from '../../hooks/slots.ts';

export function ApprovalSlot({ asked, child }: { readonly asked: ItemApproval; readonly child?: AskingChild }) {
  const render = useRenderApproval();
  return <>{render(asked, child)}</>;
}
