import { z } from 'zod';

/** 32 lower-case hex characters; also the name of the session's folder, so it can never hold a path. */
export const sessionIdSchema = z
  .string()
  .regex(/^[0-9a-f]{32}$/)
  .brand<'SessionId'>();
export type SessionId = z.infer<typeof sessionIdSchema>;

export const turnIdSchema = z.string().min(1).brand<'TurnId'>();
export type TurnId = z.infer<typeof turnIdSchema>;

export const messageIdSchema = z.string().min(1).brand<'MessageId'>();
export type MessageId = z.infer<typeof messageIdSchema>;

/** Given by the model's provider, or made by us when a provider leaves it out. Unique within a session. */
export const callIdSchema = z.string().min(1).brand<'CallId'>();
export type CallId = z.infer<typeof callIdSchema>;

export const approvalIdSchema = z.string().min(1).brand<'ApprovalId'>();
export type ApprovalId = z.infer<typeof approvalIdSchema>;

/** One queued input of a session. */
export const queueItemIdSchema = z.string().min(1).brand<'QueueItemId'>();
export type QueueItemId = z.infer<typeof queueItemIdSchema>;
