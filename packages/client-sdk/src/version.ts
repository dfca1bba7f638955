/** This package's version, as in its manifests. */
export const VERSION = '0.1.0';
