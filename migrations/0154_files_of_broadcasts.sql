alter table broadcasts
  -- Of its messages.
  add column type text not null default 'text' check (type in ('text', 'image', 'video', 'document')),
  -- The upload that they have. It may be gone once the broadcast has ended.
  add column file_id uuid,
  add constraint broadcasts_file_check check ((type = 'text') = (file_id is null));
create index broadcasts_file on broadcasts (file_id) where file_id is not null;
