-- One user of an account per person of the OIDC provider.
create unique index users_oidc_subject on users (oidc_subject, account_id) where oidc_subject is not null;
