// What names a thumbnail whatever the session: its post and its photo's state.
export const pictureOf = (address) => address?.match(/^\/thumbnails\/[^/]+\/(\d+\/\w+)\?/)?.[1];
