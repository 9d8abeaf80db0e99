-- The header X-Kurir-Automation that an attempt had. Null: another event than message.received, or an older version.
alter table webhook_attempts add column automation text;
