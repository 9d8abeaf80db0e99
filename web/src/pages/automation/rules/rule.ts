import type { Schema } from '../../../api/schemas.ts';

export type Rule = Schema<'AutoReply'>;
export type RuleKind = Rule['kind'];
export type Warning = Schema<'AutoReplyWarning'>;
export type Tested = Schema<'AutoReplyTest'>;
