/** Names of the two channels between window and main process. Without imports, because the preload is loaded before every page. */
export const REQUEST_CHANNEL = 'steiner:request';
export const EVENT_CHANNEL = 'steiner:events';
