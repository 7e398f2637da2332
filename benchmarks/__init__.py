"""MetalLink's speed beside that of its peers: `invoke bench`."""
