declare module 'pngjs' {
  export const PNG: {
    sync: {
      read(bytes: Uint8Array, options?: { checkCRC?: boolean }): { width: number; height: number; data: Buffer };
    };
  };
}
