-- A new code of a visitor ends older ones.
create index widget_codes_visitor on widget_codes (entry_point_id, visitor, expires_at) where used_at is null;
