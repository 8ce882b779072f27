import { createContext, type ReactNode, useContext } from 'react';
import type { ItemApproval } from '../../shared/fold-types.ts';

/** How the transcript shows an approval without knowing the part that answers it. */
export type RenderApproval = (asked: ItemApproval) => ReactNode;

const ApprovalContext = createContext<RenderApproval>(() => null);

export const ApprovalProvider = ApprovalContext.Provider;

export function useRenderApproval(): RenderApproval {
  return useContext(ApprovalContext);
}
