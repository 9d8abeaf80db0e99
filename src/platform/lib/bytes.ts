export const KIBIBYTE = 1024;
export const MEBIBYTE = 1024 * KIBIBYTE;
export const GIBIBYTE = 1024 * MEBIBYTE;
