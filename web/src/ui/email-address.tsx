/** An e-mail address that breaks before its `@` where it has no room in one line, and within a word only where it must. */
export function EmailAddress({ children: address }: { children: string }) {
  const at = address.lastIndexOf('@')
  if (at <= 0) return address
  return (
    <>
      {address.slice(0, at)}
      <wbr />
      {address.slice(at)}
    </>
  )
}
