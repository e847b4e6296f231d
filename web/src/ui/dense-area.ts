import { createContext } from 'react'

/** Whether a part stands in a dense area. What is portalled out of it asks here, and carries the class `dense` itself. */
export const DenseArea = createContext(false)
