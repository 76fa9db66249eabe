/** Conversion between bytes and text, with functions that browsers and Node both have. */

const BASE64 = /^[A-Za-z0-9+/]*={0,2}$/;

/** Decodes base64 in the standard or URL alphabet, with optional padding; null if it is not base64. */
export function bytesOfBase64(text: string): Uint8Array<ArrayBuffer> | null {
  const standard = text.trim().replaceAll('-', '+').replaceAll('_', '/');
  if (!BASE64.test(standard) || standard.replaceAll('=', '').length % 4 === 1) return null;
  return Uint8Array.from(atob(standard.replaceAll('=', '')), (char) => char.charCodeAt(0));
}

export function base64OfBytes(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes));
}

export function hexOfBytes(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

const encoder = new TextEncoder();

export const utf8 = (text: string): Uint8Array<ArrayBuffer> => encoder.encode(text);
