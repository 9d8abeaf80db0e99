/** How every text names the program: the executable at the root of the repository. */
export const KURIR = './kurir';
