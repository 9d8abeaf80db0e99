-- The numbers that a device speaks for, so that an agent sees their conversations.
create index channels_device on channels (device_id) where device_id is not null;
