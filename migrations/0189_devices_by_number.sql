-- A session moves in only where no other device of the installation has its number.
create index devices_number on devices (phone_number) where phone_number is not null;
