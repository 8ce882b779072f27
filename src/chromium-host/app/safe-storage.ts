import type { SafeStorage } from 'electron';

/** The browser's keychain access is not open to others; encrypting is left out, so nobody takes it for safe. */
export const safeStorage = { isEncryptionAvailable: () => false } satisfies Pick<SafeStorage, 'isEncryptionAvailable'>;
