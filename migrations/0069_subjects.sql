-- What the last answer from a table was about, for a follow-up question: keys of rows and names of columns. It has no
-- words of the customer.
alter table assistant_chats add column subject jsonb;
