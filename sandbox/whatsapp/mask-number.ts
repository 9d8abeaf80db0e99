/** Shortens a number for logs. */
export const maskNumber = (number: string): string => `${number.slice(0, 4)}***${number.slice(-2)}`;
