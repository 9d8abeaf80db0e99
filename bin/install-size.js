/** Measured on Linux x64. A test compares the second one with the installed packages. */
export const DOWNLOAD_MEGABYTES = 270;
export const DISK_MEGABYTES = 700;
