-- Ids of uploaded files, wherever the content of a rule or a flow has them. The setting keeps the call in plans.
create function kurir_named_files(content jsonb) returns jsonb language sql immutable parallel safe
  set search_path = pg_catalog
  -- Calls take ids in capitals too.
  return jsonb_path_query_array(lower(content::text)::jsonb, '$.**.media_id')
    || jsonb_path_query_array(lower(content::text)::jsonb, '$.**.header_media_id');

create index auto_replies_files on auto_replies using gin (kurir_named_files(definition));
create index flows_files on flows using gin (kurir_named_files(draft::jsonb));
create index flow_versions_files on flow_versions using gin (kurir_named_files(definition::jsonb));

-- The uploaded file that comes with the text.
alter table canned_replies add column file_id uuid;
create index canned_replies_file on canned_replies (file_id) where file_id is not null;

-- The file of an approved template is in its header: the messages are of the type text.
alter table broadcasts
  drop constraint broadcasts_file_check,
  add constraint broadcasts_file_check check (type = 'text' or file_id is not null);
