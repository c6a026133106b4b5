// replaced by this layer's sources
