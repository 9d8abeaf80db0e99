/** Name of what this browser keeps while push is on. */
export const PUSHED = 'kurir.push';
