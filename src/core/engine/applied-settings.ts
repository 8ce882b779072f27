import type { Problem } from '../../shared/problem.ts';
import type { UntrustedConfig } from '../../shared/project-trust.ts';
import type { Config } from '../config/schema.ts';
import type { Discovery } from '../providers/listing/discovery.ts';
import type { Models } from '../providers/models.ts';
import type { Sandbox } from '../sandbox/sandbox.ts';

/** What the settings that count in a project come to. Another configuration is another object. */
export interface Applied {
  readonly config: Config;
  readonly sandbox: Sandbox;
  readonly models: Models;
  readonly discovery: Discovery;
  /** Why turns cannot run here, such as an invalid configuration. */
  readonly problem: Problem | undefined;
  readonly untrusted: UntrustedConfig | undefined;
  /** Whether what the project brings itself is used. */
  readonly trusted: boolean;
  /** What new sessions use; without it the configuration says. */
  readonly startModel: string | undefined;
  /** Whole sentences for the person. */
  readonly warnings: readonly string[];
}

export interface AppliedSource {
  /** Reads the files. Gives `before` back where nothing that counts has changed. */
  read(before?: Applied): Promise<Applied>;
}
