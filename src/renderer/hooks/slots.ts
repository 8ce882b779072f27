import { createContext, type ReactNode, useContext } from 'react';
import type { AskingChild, ItemApproval } from '../../shared/fold-types.ts';

/** How the transcript shows an approval without knowing the part that answers it. `child` is given when it waits in a child of the session on screen. */
export type RenderApproval = (asked: ItemApproval, child?: AskingChild) => ReactNode;

const ApprovalContext = createContext<RenderApproval>(() => null);

export const ApprovalProvider = ApprovalContext.Provider;

export function useRenderApproval(): RenderApproval {
  return useContext(ApprovalContext);
}
