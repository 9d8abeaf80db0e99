-- Conversations that a failed flow has left to staff. In a migration by itself: writers wait for one scan.
create index conversations_flow_failed on conversations (account_id, owner_since) where owner_reason = 'flow_failed';
