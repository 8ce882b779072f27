import { z } from 'zod';
import { deliverySchema } from './events.ts';

/** How the window looks and behaves; kept per machine, never in a project. */
export const appearanceSchema = z.object({
  theme: z.enum(['system', 'light', 'dark']),
  sidebar: z.boolean(),
  /** `auto` until a person opens or closes it: it opens once the session on screen changed a file. */
  inspector: z.union([z.boolean(), z.literal('auto')]),
  sidebarWidth: z.number().int().min(180).max(480),
  inspectorWidth: z.number().int().min(260).max(900),
  /** What Enter does while a turn runs; Ctrl+Enter does the other. */
  steer: deliverySchema,
  zoom: z.number().min(0.5).max(3),
});
export type Appearance = z.infer<typeof appearanceSchema>;

export const DEFAULT_APPEARANCE: Appearance = {
  theme: 'system',
  sidebar: true,
  inspector: 'auto',
  sidebarWidth: 260,
  inspectorWidth: 420,
  steer: 'now',
  zoom: 1,
};
