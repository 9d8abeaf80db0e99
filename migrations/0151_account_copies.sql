-- An account arrives in one transaction. People name people, and devices name channels that name devices: these
-- references are compared at its end. All others stay compared at once.
alter table people alter constraint people_account_id_merged_into_fkey deferrable initially immediate;
alter table devices alter constraint devices_channel deferrable initially immediate;
