// Loaded before any program of ours (`node --import`), in JavaScript, since an older Node can't read TypeScript at all.
const major = Number(process.versions.node.split('.')[0])
if (major < 24) {
  console.error(
    `Almanac needs Node 24, and this is Node ${process.versions.node}. Node 24 comes with "npm ci", by an install ` +
      'script of the npm package "node": run "npm ci" again without --ignore-scripts (see "npm config get ignore-scripts").',
  )
  process.exit(1)
}
