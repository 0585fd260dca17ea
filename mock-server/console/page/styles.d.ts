/** Style sheets are joined by the build. */
declare module '*.css';
