/** In `media_url` of a stored message: an uploaded file. The API takes and shows its id alone. */
export const uploadUrl = (accountId: number, id: string): string => `${UPLOAD_SCHEME}${accountId}/${id}`;

export const UPLOAD_SCHEME = 'kurir-media:';
const FORM = new RegExp(`^${UPLOAD_SCHEME}(\\d{1,15})/([0-9a-f-]{36})$`);

export interface UploadPlace {
  accountId: number;
  id: string;
}

/** Null: an address of the network. */
export function uploadIn(url: string | null): UploadPlace | null {
  const [, account, id] = FORM.exec(url ?? '') ?? [];
  return account === undefined || id === undefined ? null : { accountId: Number(account), id };
}
