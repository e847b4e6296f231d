/** What the command line says after `--name=`; undefined where it says nothing of it. */
export function optionOf(name: string): string | undefined {
  const start = `--${name}=`
  return process.argv.find((word) => word.startsWith(start))?.slice(start.length)
}
