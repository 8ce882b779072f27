import { z } from 'zod';
import { defineTool } from '../define-tool.ts';
import { success } from '../outcome.ts';
import type { Tool } from '../tool.ts';
import { describeState } from './background-job.ts';
import type { BackgroundJobs } from './background-jobs.ts';
import { learnt, unknownJob } from './bash-output.ts';

const input = z.strictObject({ id: z.string().min(1).describe('The id that bash gave') });

export function createBashKill(options: { readonly jobs: BackgroundJobs; readonly timeout: number }): Tool {
  return defineTool<z.infer<typeof input>>({
    name: 'bash_kill',
    description: 'End a background command and everything it started. Its output stays readable.',
    input,
    parallel: 'serial',
    timeout: options.timeout,
    run: async ({ id }, context) => {
      const job = options.jobs.find(id);
      if (!job) return unknownJob(id, options.jobs);
      if (job.state.type !== 'running') {
        learnt(job, context);
        return success(`${id} had ended already: ${describeState(job)}`);
      }
      await job.kill();
      return success(`${id} was killed`);
    },
  });
}
