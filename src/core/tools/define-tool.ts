import { z } from 'zod';
import type { Tool } from './tool.ts';

/** Adds the JSON Schema of the input. The result is a plain `Tool`: its input was checked by the time `run` sees it. */
export function defineTool<Input>(tool: Omit<Tool<Input>, 'parameters'>): Tool {
  const { $schema: _, ...parameters } = z.toJSONSchema(tool.input, { io: 'input' });
  return Object.freeze({ ...tool, parameters }) as Tool;
}
