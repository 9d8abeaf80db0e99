/** SQL: the own fields of a contact `c`, by the names of fields that exist. */
export const valuesSql = (accountId: string) =>
  `case when c.fields is null then '{}' else kurir_contact_values(${accountId}, c.fields) end as fields`;
